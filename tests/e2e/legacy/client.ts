import * as z from "zod/mini";

export type Answer = Readonly<{ status: number; body: unknown; headers: Headers }>;

const SignedIn = z.object({
  success: z.literal(true),
  token: z.string(),
  user: z.looseObject({ first_name: z.string(), last_name: z.string(), role: z.string() }),
  tenant: z.looseObject({ id: z.string() }),
});
export type SignedIn = z.infer<typeof SignedIn>;

const Success = z.object({ success: z.literal(true), data: z.unknown() });

/**
 * The client that the specification describes. It knows only the calls and fields of its section on
 * the API, and sends every field of a form as text, numbers too, and '' for an empty field.
 */
export function createLegacyClient(url: string) {
  // What it keeps in local storage.
  let kept: SignedIn | undefined;

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(kept === undefined ? {} : { authorization: `Bearer ${kept.token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const parsed: unknown = await response.json();
    if (response.status === 401 && path.startsWith("/api")) kept = undefined;
    return { status: response.status, body: parsed, headers: response.headers };
  }

  /** The data of a successful answer; anything else throws. */
  async function data<Schema extends z.ZodMiniType>(
    [method, path, body]: readonly [method: string, path: string, body?: object],
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    const answer = await call(method, path, body);
    const parsed = z.safeParse(schema, Success.safeParse(answer.body).data?.data);
    if (answer.status === 200 && parsed.success) return parsed.data;
    const told = `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`;
    throw new Error(told, { cause: parsed.error });
  }

  async function signIn(path: string, body: object): Promise<SignedIn> {
    const answer = await call("POST", path, body);
    kept = SignedIn.parse(answer.body);
    return kept;
  }

  return {
    call,
    data,
    signIn,
    isSignedIn: () => kept !== undefined,
    leave: () => (kept = undefined),
    tenantId: () => kept?.tenant.id ?? "",
  };
}

export type LegacyClient = ReturnType<typeof createLegacyClient>;
