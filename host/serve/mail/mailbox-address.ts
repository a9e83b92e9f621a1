import { domainToASCII } from 'node:url';

/** One that commands and headers take as it is: it is without a space, a quote, a bracket or a control character. */
const ADDRESS = /^([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,64})@([^\s\p{Cc}\p{Cs}<>()[\]\\,;:"@]{1,255})$/u;

/** An address with its domain in ASCII; undefined where it is none. */
export function mailboxAddress(text: string): string | undefined {
  const [, local, domain] = ADDRESS.exec(text) ?? [];
  const ascii = domainToASCII(domain ?? '');
  return local === undefined || ascii === '' ? undefined : `${local}@${ascii}`;
}

/** Only a server with SMTPUTF8 can take it. */
export const needsUtf8 = (address: string) => /[^\x20-\x7e]/.test(address);
