import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<{ isOver: boolean }>()

/** Runs what happens within a transaction, on its connection. */
export const insideTransaction = async <T>(run: () => Promise<T>): Promise<T> => {
  const mark = { isOver: false }
  try {
    return await transactions.run(mark, run)
  } finally {
    mark.isOver = true
  }
}

/**
 * Whether a transaction is under way here, which holds a connection. Who then asks the pool for another may wait for
 * others that wait in the same way.
 */
export const isInsideTransaction = (): boolean => transactions.getStore()?.isOver === false
