import { useLayoutEffect } from 'react'

const parts = new Set<object>()

/** Counts a part of the page as on its way while `isComing`: the page is seen once all of it is there. */
export const usePartComing = (isComing: boolean) => {
  useLayoutEffect(() => {
    if (!isComing) return undefined
    const part = {}
    parts.add(part)
    return () => void parts.delete(part)
  }, [isComing])
}

/** Whether a part of the page is on its way. */
export const isPartComing = (): boolean => parts.size > 0
