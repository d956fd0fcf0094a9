/** One server-sent event; `event` is empty where it was not named. */
export type ServerEvent = { event: string; data: string };

/** The events of a stream, each as soon as it is whole; comments, which keep the connection alive, are passed over. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    // Whoever does not want the rest ends the work.
    await reader.cancel().catch(() => {});
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const lines = block.split(/\r?\n/);
  const valuesOf = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, '')] : []));
  const data = valuesOf('data');
  return data.length === 0 ? undefined : { event: valuesOf('event').at(-1) ?? '', data: data.join('\n') };
}
