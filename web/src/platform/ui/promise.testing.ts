// On its own: Promise.withResolvers is missing in the functions that the types of the screens know.

/** A promise that the test keeps when it likes. */
export const aPromise = <T>() => {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((kept) => {
    resolve = kept
  })
  return { promise, resolve: (value: T) => resolve(value) }
}
