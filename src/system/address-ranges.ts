import { BlockList, isIP } from 'node:net';

/** True if an IP address is in one of some ranges. */
export type IsInRanges = (address: string) => boolean;

/** What `loopback` stands for. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Reads addresses and ranges, such as `loopback,10.0.0.0/8,192.0.2.7`; undefined if a part is none. */
export function parseAddressRanges(text: string): IsInRanges | undefined {
  const ranges = new BlockList();
  const parts = text.split(',').flatMap((part) => (part.trim() === 'loopback' ? LOOPBACK : [part.trim()]));
  if (!parts.every((part) => addRange(ranges, part))) return undefined;
  return (address) => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && ranges.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** The widest private ranges are 10.0.0.0/8 and fc00::/7; a wider one holds addresses of anybody. */
const WIDEST_PRIVATE = { 4: 8, 6: 7 };

/** True if one of the ranges holds addresses of strangers by the million, such as `0.0.0.0/0`. */
export const isOfStrangers = (text: string): boolean =>
  text.split(',').some((part) => {
    const [address = '', bits] = part.trim().split('/');
    return bits !== undefined && Number(bits) < WIDEST_PRIVATE[isIP(address) === 6 ? 6 : 4];
  });

/** A socket that takes both families tells an IPv4 address as `::ffff:192.0.2.7`. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** A name without a dot, or one that only the network around it knows. */
const LOCAL_NAME = /^[^.:]+$|\.(local|lan|internal|home\.arpa|localdomain)$/i;
const isPrivate = parseAddressRanges(
  '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,169.254.0.0/16,fc00::/7,fe80::/10',
)!;

/** True if a host is reached from its own network alone, as far as its name or address tells. IPv6 may have brackets. */
export const isOfPrivateNetwork = (host: string): boolean =>
  LOCAL_NAME.test(host) || isPrivate(host.replaceAll(/[[\]]/g, ''));

/** False if the text is neither an address nor a range. */
function addRange(ranges: BlockList, text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  if (family === 0 || rest.length > 0) return false;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > longest)) return false;
  ranges.addSubnet(address, Number(bits ?? longest), family === 6 ? 'ipv6' : 'ipv4');
  return true;
}
