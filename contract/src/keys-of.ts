/** The names of an object's fields, with the types that Object.keys forgets. Only for objects that have no others. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] => Object.keys(object) as (keyof T & string)[] // Object.keys loses the literal names

/** The same for `z.enum`, which wants to know that there is at least one. */
export const someKeysOf = <T extends object>(object: T): [keyof T & string, ...(keyof T & string)[]] => {
  const [first, ...others] = keysOf(object)
  if (first === undefined) throw new Error('no keys')
  return [first, ...others]
}
