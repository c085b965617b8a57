import * as z from "zod";

const Schema = z.record(z.string(), z.unknown());
const Answers = z.object({
  content: z.record(z.string(), z.object({ schema: Schema })).optional(),
});
const Operation = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(["path", "query", "header"]) }))
    .optional(),
  requestBody: z.object({ required: z.boolean() }).optional(),
  responses: z.record(z.string(), z.object({ $ref: z.string() }).or(Answers)),
});
type Operation = z.infer<typeof Operation>;

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.object({ Problem: Schema }) }),
});

export type Request = Readonly<{ method: string; url: string; body: unknown }>;
export type Response = Readonly<{ status: number; contentType: string; text: string }>;
type Send = (request: Request) => Promise<Response>;
/** Values by parameter name, whether in path, query or header; `body` is the body. */
export type Values = Readonly<{ parameters?: Readonly<Record<string, string>>; body?: unknown }>;

/**
 * A function for each operation of an OpenAPI document. An answer that does not match the document
 * throws.
 */
export function createClient(text: string, send: Send) {
  const { paths, components } = Document.parse(JSON.parse(text));
  const problem = z.fromJSONSchema(components.schemas.Problem);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const calls = operations.map(({ path, method, operation }) => {
    const placed = (place: string, values: Readonly<Record<string, string>>) =>
      (operation.parameters ?? []).flatMap(({ name, in: where }) =>
        where === place && values[name] !== undefined ? [[name, values[name]]] : [],
      );
    const call = async ({ parameters = {}, body }: Values): Promise<Response> => {
      const query = new URLSearchParams(placed("query", parameters)).toString();
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(parameters[name] ?? ""),
      );
      const url = query === "" ? filled : `${filled}?${query}`;
      if (!operation.requestBody && body !== undefined) throw new Error(`${path}: no body`);
      const answer = await send({ method: method.toUpperCase(), url, body });
      check(operation, answer, problem);
      return answer;
    };
    return [operation.operationId, call] as const;
  });
  return Object.fromEntries(calls);
}

function check(operation: Operation, answer: Response, problem: z.ZodType): void {
  const declared = operation.responses[String(answer.status)];
  const content = declared && "content" in declared ? declared.content : undefined;
  if (declared === undefined) problem.parse(JSON.parse(answer.text));
  else if (content === undefined) return;
  else if (content[answer.contentType] === undefined) throw new Error(`a ${answer.contentType}`);
  else if (answer.contentType === "application/json") {
    z.fromJSONSchema(content[answer.contentType]?.schema ?? {}).parse(JSON.parse(answer.text));
  }
}
