import { BlockList, isIPv4 } from "node:net";

/** A place with a link of its own, whose uploads share slots of their own. */
export interface Office {
  readonly name: string;
  readonly slots: number;
  /** Networks from which its calls come: an address and the length of its prefix. */
  readonly networks: readonly (readonly [address: string, prefix: number])[];
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv4(address) ? "ipv4" : "ipv6");

/** Answers the office that an address is of; null for none. */
export function officeFinder(offices: readonly Office[]): (address: string) => string | null {
  const lists = offices.map(({ name, networks }) => {
    const list = new BlockList();
    for (const [address, prefix] of networks) list.addSubnet(address, prefix, familyOf(address));
    return { name, list };
  });
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
    return lists.find(({ list }) => list.check(plain, familyOf(plain)))?.name ?? null;
  };
}
