import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import { type MigrationList, SchemaEngine, type SchemaFilter } from "@prisma/schema-engine-wasm";
import pg from "pg";
import type { Migration } from "#lib/db/migrate";

const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };
const INTERNAL_CHAR_OID = 18;

/** The migrations in the shape that Prisma's engine reads from its folder. */
function toMigrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: "prisma/migrations",
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}

/**
 * Reads the catalog for the engine, which queries PostgreSQL's internal type "char"; the driver adapter
 * rejects it. Such columns pass the adapter as a type that no catalog query returns, and are renamed
 * behind it. The given database is its own shadow database, so it must be empty.
 */
class CatalogAdapterFactory extends PrismaPg {
  private readonly runScript: (script: string) => Promise<unknown>;

  constructor(pool: pg.Pool) {
    const query = pool.query.bind(pool);
    const marked = async (config: pg.QueryArrayConfig) => {
      const result = await query(config);
      for (const field of result.fields)
        if (field.dataTypeID === INTERNAL_CHAR_OID) field.dataTypeID = pg.types.builtins.TIME;
      return result;
    };
    super(Object.assign(pool, { query: marked }));
    this.runScript = (script) => query(script);
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    // The adapter splits scripts at every semicolon, even in function bodies; the server doesn't.
    adapter.executeScript = async (script) => {
      await this.runScript(script);
    };
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }

  override connectToShadowDb() {
    return this.connect();
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
    throw new Error(`couldn't create the migration: ${message.trim()}`, { cause: error });
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
  const pool = new pg.Pool({ connectionString: emptyDatabaseUrl, max: 2 });
  try {
    const result = await withSchemaEngine(new CatalogAdapterFactory(pool), (engine) =>
      engine.diff({
        from: { tag: "migrations", ...toMigrationList(migrations) },
        to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: schema }] },
        script: true,
        exitCode: null,
        filters: NO_FILTER,
      }),
    );
    return /^-- This is an empty migration/.test(result.stdout ?? "") ? "" : (result.stdout ?? "");
  } finally {
    await pool.end();
  }
}
