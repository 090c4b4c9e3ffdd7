/**
 * Whether a host can only be this machine. IPv6 comes with the brackets of a URL or without. Names below `.localhost`
 * do not count: some systems ask the network where they are.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/i.test(host);
}
