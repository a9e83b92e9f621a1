const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder. Name a file',
  EACCES: 'its rights do not allow it',
  EPERM: 'the system does not allow it',
  EROFS: 'its file system can only be read',
  ENOSPC: 'its disk is full',
  EFBIG: 'it would be larger than a file may be, as by ulimit -f',
  EDQUOT: 'the quota of its user is used up',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'nobody is at the other end of it',
  ETXTBSY: 'it is a program that runs',
  EEXIST: 'it is there already',
  EPIPE: 'whoever read it has ended',
  ERR_INVALID_ARG_VALUE: 'there is a NUL in its name',
  EIO: 'its disk could not be read or written',
};

/** What the system refused, for people; its own message where there is no better one. */
export function faultInWords(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return Object.hasOwn(words, code) ? `${words[code]} (${code})` : error.message;
}

/** The same after the path that it is about, where the reader does not know it. */
export function faultWithPath(error: Error): string {
  const { path } = error as NodeJS.ErrnoException;
  return path === undefined ? faultInWords(error) : `${path}: ${faultInWords(error)}`;
}
