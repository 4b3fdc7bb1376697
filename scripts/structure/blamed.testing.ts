import type { Check } from './tree.ts'

/** The paths a check complains about in a tree of these files. */
export const blamed = (check: Check, files: Record<string, string>) =>
  check(new Map(Object.entries(files))).map((problem) => problem.split(/:\d*/)[0])
