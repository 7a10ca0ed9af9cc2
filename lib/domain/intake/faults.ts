import type { ErrorDetail } from "#lib/core/errors";
import { type Fault, faultMessage } from "#lib/domain/forms/fields/rules";

/**
 * A fault in an entry of a submission, as data. `types` are the extensions that the form accepts; `isKnown` is true for
 * a file of another type that the service supports.
 */
export type SubmissionFault =
  | Fault
  | { name: string; rule: "no_files"; file: string }
  | { name: string; rule: "file_type"; file: string; types: readonly string[]; isKnown: boolean };

/** Writes a fault for the API, to follow the field's name. */
function faultText(fault: SubmissionFault): string {
  if (fault.rule === "no_files") return `can’t be a file: ${fault.file}`;
  if (fault.rule !== "file_type") return faultMessage(fault);
  const { file, types, isKnown } = fault;
  return isKnown
    ? `“${file}” isn’t a type that this form accepts (${types.join(", ")})`
    : `“${file}” isn’t an allowed type`;
}

/**
 * An error's detail with its fault, which visitors' pages word in the visitor's language. JSON only has its path and
 * message.
 */
export class FaultDetail implements ErrorDetail {
  readonly path: string;
  readonly message: string;
  readonly #fault: SubmissionFault;

  constructor(fault: SubmissionFault) {
    this.path = fault.name;
    this.message = faultText(fault);
    this.#fault = fault;
  }

  get fault(): SubmissionFault {
    return this.#fault;
  }
}

/** Converts faults to details of an error. */
export function faultDetails(faults: readonly SubmissionFault[]): FaultDetail[] {
  return faults.map((fault) => new FaultDetail(fault));
}
