// A browser that logs in by itself: it follows redirects, keeps cookies and fills in forms, as a person would. Run with
// an address it goes there; as `xdg-open` it is what the command line opens.
const WAY = { login: 'ana', abort: false };

/** Goes on until a page has no form, or the person has left. Resolves with the last page. */
export async function browse(address, { login, abort } = WAY) {
  const cookies = new Map();
  let [url, options] = [new URL(address), {}];
  let hasLeft = false;
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...options, redirect: 'manual', headers: { ...options.headers, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const next = response.headers.get('location');
    if (next !== null) {
      [url, options] = [new URL(next, url), {}];
      continue;
    }
    const form = formOf(text);
    if (form === undefined || hasLeft) return { url: url.href, status: response.status, text };
    const cancel = /<a href="([^"]+\/abort)"/.exec(text)?.[1];
    if (abort && cancel !== undefined) {
      hasLeft = true;
      [url, options] = [new URL(cancel, url), {}];
      continue;
    }
    const fields = new URLSearchParams(form.fields);
    if (fields.has('login')) fields.set('login', login);
    if (fields.has('password')) fields.set('password', 'any');
    if (abort && text.includes('name="abort"')) {
      hasLeft = true;
      fields.set('abort', 'yes');
    }
    url = new URL(form.action, url);
    options = {
      method: 'POST',
      body: fields.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  }
  throw new Error('the pages have no end');
}

function formOf(html) {
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) return undefined;
  const inputs = [...html.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)];
  return {
    action,
    fields: inputs.map(([input, name]) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? '']),
  };
}

if (process.argv[1]?.endsWith('scripted-browser.mjs')) await browse(process.argv[2]);
