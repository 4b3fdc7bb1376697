const patienceMs = 200

/** Lets a page wait for its data for a moment: what comes quickly is there when it is drawn, and nothing moves. */
export const headStart = (queries: Promise<unknown>[]): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    void Promise.allSettled(queries).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
