/** The network of an address, a /24 or with IPv6 a /64: one household or office rarely has more. */
export function networkOf(ip: string): string {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(ip)?.[1];
  if (v4 !== undefined) return `${v4}.0/24`;
  const [address = ''] = ip.split('%');
  const [head = '', tail] = address.split('::');
  const groupsOf = (text: string) => text.split(':').filter((group) => group !== '');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
