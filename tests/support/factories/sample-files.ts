import { crc32, deflateRawSync } from "node:zlib";

const OOXML = "application/vnd.openxmlformats-officedocument";

/** A ZIP archive; entries are stored, or deflated if `isDeflated`. */
export function zip(entries: Record<string, string | Uint8Array>, isDeflated = false): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const packed = isDeflated ? deflateRawSync(data) : data;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(isDeflated ? 8 : 0, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), shared, place, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(locals.length, 4);
  end.writeUInt16LE(locals.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from("PK\x05\x06"), end]);
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;

/** The files of an uncompressed ZIP archive by name, verified by checksum. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error("the archive is truncated");
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error("the archive's directory is damaged");
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 24));
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    files.set(name, bytes);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

function ooxml(kind: string, folder: string): Buffer {
  const types = `<?xml version="1.0"?><Types><Override PartName="/${folder}/main.xml" ContentType="${OOXML}.${kind}.main+xml"/></Types>`;
  return zip({ "[Content_Types].xml": types, [`${folder}/main.xml`]: "<x/>" }, true);
}

const odf = (kind: string) =>
  zip({ mimetype: `application/vnd.oasis.opendocument.${kind}`, "content.xml": "<x/>" });

/** A compound file (OLE2), with a stream if a name is given. */
export function compound(stream = ""): Buffer {
  const header = Buffer.alloc(512);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([header, Buffer.from(stream, "utf16le"), Buffer.alloc(512)]);
}

const iso = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(64)]);

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
/** The header of a Windows program. */
export const EXE = Buffer.concat([Buffer.from("MZ\x90\x00\x03\x00", "latin1"), Buffer.alloc(200)]);

/** A small valid file for each accepted extension. */
export const SAMPLES: Record<string, Buffer> = {
  pdf: PDF,
  png: PNG,
  jpg: Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"),
  jpeg: Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"),
  gif: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
  webp: Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64"),
  heic: iso("heic"),
  txt: Buffer.from("Grüße aus Köln\n"),
  csv: Buffer.from("name,city\r\nJosé,Málaga\r\n"),
  rtf: Buffer.from("{\\rtf1\\ansi Hello}"),
  doc: compound("WordDocument"),
  docx: ooxml("wordprocessingml.document", "word"),
  xls: compound("Workbook"),
  xlsx: ooxml("spreadsheetml.sheet", "xl"),
  ppt: compound("PowerPoint Document"),
  pptx: ooxml("presentationml.presentation", "ppt"),
  odt: odf("text"),
  ods: odf("spreadsheet"),
  zip: zip({ "readme.txt": "hello" }),
};
