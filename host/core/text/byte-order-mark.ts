/** U+FEFF as text, and as it begins in UTF-8. */
export const MARK = '\ufeff';
export const FIRST_BYTE_OF_MARK = 0xef;

/** What to do about one in the output of a program. */
export const WITHOUT_MARK = 'write UTF-8 without a byte order mark (in C#: new UTF8Encoding(false))';
