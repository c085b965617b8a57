/** The server's end of an open stream: `GET /api/v1/live`. */
export function createLiveLine() {
  const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
  const encoder = new TextEncoder();
  const last = () => lines.at(-1);

  return {
    answer: (): Response =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => void lines.push(controller),
        }),
        { headers: { "content-type": "text/event-stream; charset=utf-8" } },
      ),
    opened: () => lines.length,
    say: (name: string, data: object) =>
      last()?.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)),
    cut: () => last()?.close(),
  };
}
