import { describe, expect, test } from 'vitest';
import { isExcepted, type ProxyVariables, proxyFor } from '../../src/http/proxy.ts';

const CLINIC = new URL('https://www.clinic.example/api');

describe('NO_PROXY', () => {
  test.each([
    ['https://www.clinic.example', 'www.clinic.example', true],
    ['https://www.clinic.example', 'WWW.Clinic.example', true],
    ['https://www.clinic.example', 'clinic.example', true],
    ['https://www.clinic.example', '.clinic.example', true],
    ['https://www.clinic.example', '*.clinic.example', true],
    ['https://clinic.example', '.clinic.example', true],
    ['https://ourclinic.example', 'clinic.example', false],
    ['https://clinic.example.org', 'clinic.example', false],
    ['https://clinic.example', 'www.clinic.example', false],
    ['https://clinic.example', '*', true],
    ['https://clinic.example', 'localhost, other.example clinic.example', true],
    ['https://clinic.example', 'localhost,,other.example', false],
    ['https://clinic.example', ' ', false],
    ['https://clinic.example', 'clinic.example:443', true],
    ['https://clinic.example', 'clinic.example:8443', false],
    ['https://clinic.example:8443', 'clinic.example:8443', true],
    ['https://clinic.example:8443', 'clinic.example', true],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://10.1.2.3', '10.0.0.0/16', false],
    ['https://10.1.2.3', '10.0.0.0/99', false],
    ['https://10.1.2.3', 'fd00::/8', false],
    ['https://[fd00::7]', 'fd00::/8', true],
    ['https://[fd00::7]', 'fd00::7', true],
    ['https://[fd00::7]:8443', '[fd00::7]:8443', true],
    ['https://[fd00::7]', '[fd00::7]:8443', false],
  ])('%s, NO_PROXY=%s: passed by is %s', (url, noProxy, expected) => {
    expect(isExcepted(new URL(url), noProxy)).toBe(expected);
  });
});

describe('the proxy', () => {
  test.each<[string, ProxyVariables, string | undefined]>([
    ['no variable', {}, undefined],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://upper.example:3128' }, 'http://upper.example:3128/'],
    ['https_proxy', { https_proxy: 'http://lower.example' }, 'http://lower.example/'],
    ['both', { HTTPS_PROXY: 'http://upper.example', https_proxy: 'http://lower.example' }, 'http://lower.example/'],
    ['an empty one', { HTTPS_PROXY: 'http://upper.example', https_proxy: '' }, 'http://upper.example/'],
    ['one without http:', { HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    ['one that speaks TLS', { HTTPS_PROXY: 'https://proxy.example' }, 'https://proxy.example/'],
    ['NO_PROXY', { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '.clinic.example' }, undefined],
    ['no_proxy', { HTTPS_PROXY: 'http://proxy.example', no_proxy: '*', NO_PROXY: 'x' }, undefined],
  ])('%s', (_, variables, expected) => {
    expect(proxyFor(CLINIC, variables)?.url.href).toBe(expected);
  });

  test.each(['http://127.0.0.1:4747', 'https://127.0.0.1', 'http://localhost:4747', 'https://[::1]:8443'])(
    'is not asked for %s, which is this machine',
    (base) => expect(proxyFor(new URL(base), { HTTPS_PROXY: 'http://proxy.example' })).toBeUndefined(),
  );

  test.each([
    ['ana:geheim', 'ana:geheim'],
    ['ana', 'ana:'],
    ['d%C3%B6rte:p%40ss%3A', 'dörte:p@ss:'],
    ['ana:50%', 'ana:50%'],
  ])('is logged in to with %s, which no address shows', (login, expected) => {
    const proxy = proxyFor(CLINIC, { HTTPS_PROXY: `http://${login}@proxy.example:3128` });
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from(expected).toString('base64')}`);
    expect(proxy?.url.href).toBe('http://proxy.example:3128/');
  });

  test.each(['socks5://ana:geheim@proxy.example', 'http://ana:geheim@', 'ftp://proxy.example', 'http://'])(
    'an address that is none is refused without being shown: %s',
    (address) => {
      let error: unknown;
      try {
        proxyFor(CLINIC, { https_proxy: address });
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({
        code: 'usage',
        message: 'https_proxy is not the address of an http: or https: proxy',
        hint: expect.stringContaining('NO_PROXY=www.clinic.example'),
      });
      expect(JSON.stringify(error) + String(error)).not.toContain('geheim');
    },
  );
});
