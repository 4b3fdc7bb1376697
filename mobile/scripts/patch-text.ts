/** What is put into a file that Capacitor made. */
export type Patch = { at: string; put: (found: string) => string }

/**
 * Puts our lines into a file of Capacitor’s. Each place has to be there exactly as often as it was when this was
 * written: a template that has changed is to be looked at, not passed over.
 */
export const patchText = (name: string, text: string, patches: readonly (Patch & { times?: number })[]): string => {
  let patched = text
  for (const { at, put, times = 1 } of patches) {
    const found = patched.split(at).length - 1
    if (found !== times) throw new Error(`${name}: ${JSON.stringify(at)} is there ${found} times, not ${times}.`)
    patched = patched.replaceAll(at, () => put(at))
  }
  return patched
}

export const before =
  (lines: string) =>
  (found: string): string =>
    lines + found

export const after =
  (lines: string) =>
  (found: string): string =>
    found + lines

export const instead = (lines: string) => (): string => lines
