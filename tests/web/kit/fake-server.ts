export type Call = Readonly<{
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}>;
export type Answer = (call: Call) => Response | Promise<Response>;

const JSON_TYPE = { "content-type": "application/json" };
const asJson = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });

export const succeeds =
  (data: unknown, headers: Record<string, string> = {}): Answer =>
  () =>
    asJson({ success: true, message: "done", data }, 200, headers);

export const answers =
  (body: unknown, status = 200): Answer =>
  () =>
    asJson(body, status);

export const refuses = (status: number, error: string, code = "refused"): Answer =>
  answers({ success: false, error, code, request_id: "r-1" }, status);

/** What the browser throws without a network. */
export const breaks: Answer = () => Promise.reject(new TypeError("Failed to fetch"));

/** A response that never arrives. */
export const hangs: Answer = () => new Promise<Response>(() => undefined);

/** JSON parsed, a file as its text. */
function bodyOf(body: RequestInit["body"], headers: Headers): unknown {
  if (typeof body !== "string") return undefined;
  return headers.get("content-type") === JSON_TYPE["content-type"] ? JSON.parse(body) : body;
}

/** Replaces `fetch`: answers by method and path, and records the requests. */
export function createFakeServer() {
  const routes = new Map<string, Answer[]>();
  const calls: Call[] = [];

  const fetch = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, "http://till.example");
    const method = init.method ?? "GET";
    const headers = new Headers(init.headers);
    const call: Call = {
      method,
      path: url.pathname,
      query: url.searchParams,
      body: bodyOf(init.body, headers),
      headers,
    };
    calls.push(call);
    const queue = routes.get(`${method} ${url.pathname}`) ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (answer === undefined) throw new Error(`no fake route answers ${method} ${url.pathname}`);
    return abortable(answer(call), init.signal ?? undefined);
  };

  return {
    fetch,
    /** Responses in order; the last one repeats. */
    on(route: string, ...next: readonly Answer[]): void {
      routes.set(route, [...next]);
    },
    calls: (route: string): readonly Call[] =>
      calls.filter((call) => `${call.method} ${call.path}` === route),
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

async function abortable(
  answer: Response | Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (signal === undefined) return answer;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
  return Promise.race([answer, aborted]);
}
