import { useEffect, useRef, useState } from 'react'

type State = { status: 'working' } | { status: 'done' } | { status: 'failed'; error: unknown }

/** Does something once when the screen opens, also where React mounts it twice, and again only when asked to. */
export const useOnce = (task: () => Promise<unknown>) => {
  const [state, setState] = useState<State>({ status: 'working' })
  const hasStarted = useRef(false)

  const run = async () => {
    setState({ status: 'working' })
    try {
      await task()
      setState({ status: 'done' })
    } catch (error) {
      setState({ status: 'failed', error })
    }
  }

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void run()
  })

  return { state, again: () => void run() }
}

/** Calls `run` a while after `isOn` turned true, unless the screen is left before. */
export const useDelay = (isOn: boolean, { ms, run }: { ms: number; run: () => void }) => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => latest.current(), ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
}
