const words: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder. Use a file',
  EACCES: 'permission denied',
  EPERM: 'the system does not allow it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EFBIG: 'it would exceed the file size limit (ulimit -f)',
  EDQUOT: 'the quota of its user is used up',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'no program has the other end open',
  ETXTBSY: 'it is a running program',
  EEXIST: 'it already exists',
  EPIPE: 'the program that read it has ended',
  ERR_INVALID_ARG_VALUE: 'its name has a NUL character',
  EIO: 'its disk could not be read or written',
};

/** A system error for people, or its own message. */
export function faultInWords(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return Object.hasOwn(words, code) ? `${words[code]} (${code})` : error.message;
}

/** Adds the path for readers who do not know it. */
export function faultWithPath(error: Error): string {
  const { path } = error as NodeJS.ErrnoException;
  return path === undefined ? faultInWords(error) : `${path}: ${faultInWords(error)}`;
}
