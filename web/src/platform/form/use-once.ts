import { useEffect, useEffectEvent, useRef, useState } from 'react'

type TaskState = { status: 'working' } | { status: 'done' } | { status: 'failed'; error: unknown }

/** Does something once when the screen opens, also where React mounts it twice, and again only when asked to. */
export const useOnce = (task: () => Promise<unknown>) => {
  const [state, setState] = useState<TaskState>({ status: 'working' })
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
  const onTime = useEffectEvent(run)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => onTime(), ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
}
