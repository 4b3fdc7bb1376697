// On its own: fields that save themselves and forms compare alike, and neither is there without need.

const print = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof File) return [part.name, part.size, part.lastModified]
    return typeof part === 'string' ? part.trim() : part
  })

/** Spaces around a text are no change. */
export const same = (one: unknown, other: unknown) => print(one) === print(other)
