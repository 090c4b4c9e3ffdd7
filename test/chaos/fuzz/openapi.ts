/** What the fuzzer reads of the service's OpenAPI document. */
export interface OpenapiDocument {
  paths: Record<string, Record<string, Described>>;
}

interface Described {
  parameters?: { name: string; in: string; schema: { enum?: string[] } }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { format?: string }> } }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

export interface Operation {
  method: string;
  /** With its parameters in braces. */
  path: string;
  query: { name: string; values: readonly string[] }[];
  texts: readonly string[];
  files: readonly string[];
  /** The content type of each answer, by status or `default`. */
  answers: ReadonlyMap<string, string | undefined>;
}

export const operationsOf = ({ paths }: OpenapiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const { properties = {} } = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
      const isFile = (name: string) => properties[name]?.format === 'binary';
      return {
        method: method.toUpperCase(),
        path,
        query: parameters
          .filter((one) => one.in === 'query')
          .map(({ name, schema }) => ({ name, values: schema.enum ?? [] })),
        texts: Object.keys(properties).filter((name) => !isFile(name)),
        files: Object.keys(properties).filter(isFile),
        answers: new Map(
          Object.entries(responses).map(([status, { content = {} }]) => [status, Object.keys(content)[0]]),
        ),
      };
    }),
  );
