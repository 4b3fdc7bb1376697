import { useEffect, useEffectEvent, useState } from 'react'
import type { KeepReader } from './keep-reader.ts'
import { openReader } from './open-reader.ts'

/** A card stays in the field of a reader for a moment and is read again and again. */
const heldMs = 1000

/** Listens to the reader beside this screen; whether it is there. The same card counts once in a second. */
export const useReader = (reader: KeepReader, onCard: (number: string) => void): boolean => {
  const [isConnected, setConnected] = useState(false)
  const tell = useEffectEvent(onCard)
  const { kind, url, form } = reader
  useEffect(() => {
    let held: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = (number: string) => {
      const isSame = number === held
      clearTimeout(timer)
      held = number
      timer = setTimeout(() => (held = null), heldMs)
      if (!isSame) tell(number)
    }
    const stop = openReader({ kind, url, form }, { onCard: hear, onState: setConnected })
    return () => {
      clearTimeout(timer)
      stop()
      setConnected(false)
    }
  }, [kind, url, form])
  return isConnected
}
