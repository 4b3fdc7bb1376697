import { useRef, useState } from 'react'
import { useDebouncedCallback } from '@mantine/hooks'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'

/** So long nothing must have been typed. */
const quietMs = 1000

type State<T> =
  | { status: 'idle' | 'waiting' | 'saving' }
  | { status: 'saved'; before: T }
  | { status: 'refused'; reason: string }

type Options<T> = {
  name: string
  /** What is stored. */
  value: T
  /** Resolves once it is stored and `value` says so. */
  save: (value: T) => Promise<unknown>
}

/** A field that saves itself once nothing was typed for a second, says how that went, and takes it back. */
export function useSavedField<T>({ name, value, save }: Options<T>) {
  const [draft, setDraft] = useState<{ value: T } | null>(null)
  const [state, setState] = useState<State<T>>({ status: 'idle' })
  const turns = useRef(0)

  const send = async (wanted: T, before: T) => {
    turns.current += 1
    const turn = turns.current
    setState({ status: 'saving' })
    try {
      await save(wanted)
      if (turn !== turns.current) return
      setDraft(null)
      setState({ status: 'saved', before })
    } catch (error) {
      if (turn === turns.current) setState({ status: 'refused', reason: fieldErrors(error)[name] ?? errorText(error) })
    }
  }
  const sendSoon = useDebouncedCallback((wanted: T, before: T) => void send(wanted, before), {
    delay: quietMs,
    flushOnUnmount: true,
  })

  const drop = () => {
    turns.current += 1
    sendSoon.cancel()
    setDraft(null)
    setState({ status: 'idle' })
  }

  return {
    value: draft ? draft.value : value,
    state,
    /** For what is typed. */
    type: (wanted: T) => {
      if (wanted === value && state.status !== 'saving') return drop()
      turns.current += 1
      setDraft({ value: wanted })
      setState({ status: 'waiting' })
      sendSoon(wanted, value)
    },
    /** For what is chosen with one click. */
    choose: (wanted: T) => {
      setDraft({ value: wanted })
      void send(wanted, value)
    },
    undo: () => {
      if (state.status !== 'saved') return drop()
      setDraft({ value: state.before })
      void send(state.before, value)
    },
  }
}

export type SavedField<T> = ReturnType<typeof useSavedField<T>>
