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
 * Reads the catalogue for the engine, which asks for PostgreSQL's internal type "char"; the driver
 * adapter refuses it. Such columns travel under the mark of a type that no catalogue query returns
 * and are named for what they are on the other side of the adapter. The given database is its own
 * shadow database: the caller brings an empty one.
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
    // The adapter cuts scripts at every semicolon, function bodies too; the server reads them whole.
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

/** Where the engine leaves the text of a panic, which it then throws as a bare "unreachable". */
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
 * The SQL that leads from the given migrations to a Prisma schema; empty when nothing differs. By
 * Prisma's schema engine in its WebAssembly form: the native one is a download at run time.
 *
 * @param emptyDatabaseUrl - a database to try the migrations in; it is not cleaned up
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
