import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { domainToASCII } from 'node:url';

/** One that commands and headers take as it is: it is without a space, a quote, a bracket or a control character. */
const ADDRESS = /^([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,64})@([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,255})$/u;

/** An address with its domain in ASCII; undefined where it is none. */
export function mailboxAddress(text: string): string | undefined {
  const [, local, domain] = ADDRESS.exec(text) ?? [];
  const ascii = domainToASCII(domain ?? '');
  return local === undefined || ascii === '' ? undefined : `${local}@${ascii}`;
}

/** The same for all ways to write one mailbox that its server may know: with dots, with a part after `+`, in capitals. */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase().replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}@${domainToASCII(address.slice(at + 1))}`;
}

/** What is written to it stays here, or goes to who has a number: the names of the rest of the internet have a dot. */
export function isOfThisMachine(address: string): boolean {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).replace(/\.$/, '');
  const isNumber = isIP(domain) !== 0;
  return isNumber || !domain.includes('.') || OF_LOCAL.test(domain) || domain === hostname().toLowerCase();
}

const OF_LOCAL = /\.(?:localhost|localdomain|local|internal)$/;

/** Only a server with SMTPUTF8 can take it. */
export const needsUtf8 = (address: string) => /[^\x20-\x7e]/.test(address);
