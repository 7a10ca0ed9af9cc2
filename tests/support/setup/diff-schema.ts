import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { applyMigrations, type Migration } from "#lib/adapters/db/migrate";

const INTERNAL_CHAR_OID = 18;

/**
 * Reads the catalog for the engine, which queries PostgreSQL's internal type "char"; the driver adapter
 * rejects it. Such columns pass the adapter as a type that no catalog query returns, and are renamed
 * behind it.
 */
class CatalogAdapterFactory extends PrismaPg {
  constructor(pool: pg.Pool) {
    const query = pool.query.bind(pool);
    const marked = async (config: pg.QueryArrayConfig) => {
      const result = await query(config);
      for (const field of result.fields)
        if (field.dataTypeID === INTERNAL_CHAR_OID) field.dataTypeID = pg.types.builtins.TIME;
      return result;
    };
    super(Object.assign(pool, { query: marked }));
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}

/** Receives the text of an engine panic, which the engine throws as a bare "unreachable". */
const panic = { message: "" };

function registerPanicText(): void {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(text: string) {
        panic.message = text;
      },
    },
  });
}

async function withSchemaEngine<T>(
  adapterFactory: PrismaPg,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  registerPanicText();
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory);
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  try {
    return await work(engine);
  } catch (error) {
    const message = panic.message || (error instanceof Error ? error.message : String(error));
    throw new Error(`couldn't compare the schema: ${message.trim()}`, { cause: error });
  } finally {
    engine.free();
  }
}

/**
 * The SQL that leads from the given migrations to a Prisma schema; empty when nothing differs. Uses the
 * WebAssembly build of Prisma's schema engine: the native one is downloaded at run time.
 *
 * @param emptyDatabaseUrl - a database to apply the migrations in; it isn't cleaned up
 */
export async function diffSchema(
  emptyDatabaseUrl: string,
  migrations: Migration[],
  schema: string,
): Promise<string> {
  await applyMigrations(emptyDatabaseUrl, { migrations });
  const files = [{ path: "schema.prisma", content: schema }];
  const pool = new pg.Pool({ connectionString: emptyDatabaseUrl, max: 2 });
  try {
    const result = await withSchemaEngine(new CatalogAdapterFactory(pool), (engine) =>
      engine.diff({
        from: { tag: "schemaDatasource", files, configDir: "." },
        to: { tag: "schemaDatamodel", files },
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    return /^-- This is an empty migration/.test(result.stdout ?? "") ? "" : (result.stdout ?? "");
  } finally {
    await pool.end();
  }
}
