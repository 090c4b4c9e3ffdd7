/**
 * True if a host can only be this machine. IPv6 may have the brackets of a URL. Names below `.localhost` do not count:
 * some systems ask the network for their address.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/i.test(host);
}
