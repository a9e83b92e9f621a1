/** Mapped to nothing (RFC 3454, B.1). */
const NOTHING = /\u034F|[\u180B-\u180D]|[\uFE00-\uFE0F]|[\u00AD\u1806\u200B-\u200D\u2060\uFEFF]/gu;
/** Spaces other than that of ASCII (C.1.2). */
const SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/gu;
/** Prohibited (C.2 to C.9, as far as Unicode names them): PostgreSQL then takes the password as it is. */
const PROHIBITED =
  /\u0340|\u0341|[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u{E0001}\u{E0020}-\u{E007F}\uFFF9-\uFFFD\u2FF0-\u2FFB\u200E\u200F\u202A-\u202E\u206A-\u206F\u2028\u2029]/u;

/** A password as SCRAM uses it (SASLprep, RFC 4013): the same one however its letters are composed. */
export function prepared(password: string): string {
  const mapped = password.replace(SPACES, ' ').replace(NOTHING, '').normalize('NFKC');
  return mapped === '' || PROHIBITED.test(mapped) ? password : mapped;
}
