import pg from "pg";

type Field = { name: string; dataTypeID: number };

/** Asks PostgreSQL for the columns of a statement: `Parse` and `Describe`, but no `Execute`. */
class Description implements pg.Submittable {
  readonly fields = Promise.withResolvers<Field[]>();
  private readonly text: string;
  private found: Field[] = [];

  constructor(text: string) {
    this.text = text;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: "", text: this.text, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.found = fields;
  }

  handleError(error: Error): void {
    this.fields.reject(error);
  }

  handleReadyForQuery(): void {
    this.fields.resolve(this.found);
  }
}

const TYPE_NAMES = `SELECT oid, ltrim(typname, '_') || CASE typcategory WHEN 'A' THEN '[]' ELSE '' END AS name
  FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace`;

/** The names and types of the columns that a statement returns, as PostgreSQL describes them. */
type ColumnsOf = (text: string) => Promise<Record<string, string>>;

/** Runs `work` with a connection that describes statements. */
export async function withDescriber(
  databaseUrl: string,
  work: (columnsOf: ColumnsOf) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const types = await client.query<{ oid: number; name: string }>(TYPE_NAMES);
    const names = new Map(types.rows.map(({ oid, name }) => [oid, name]));
    await work(async (text) => {
      const fields = await client.query(new Description(text)).fields.promise;
      return Object.fromEntries(
        fields.map(({ name, dataTypeID }) => [name, names.get(dataTypeID) ?? `${dataTypeID}`]),
      );
    });
  } finally {
    await client.end();
  }
}
