// A form as the bytes that go over the wire.

export async function encoded(form) {
  const response = new Response(form);
  return { contentType: response.headers.get('content-type'), body: Buffer.from(await response.arrayBuffer()) };
}
