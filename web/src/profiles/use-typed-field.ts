import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useDebouncedCallback } from '@mantine/hooks'
import type { z } from 'zod'

/** The specification's quiet before something typed is saved. */
const quietMs = 1000

type Options = {
  /** What the server has. */
  stored: string
  /** The contract's rule for this field. */
  schema: z.ZodType
  save: (value: string) => Promise<unknown>
  /** Turns what `save` threw into the words beside the field. */
  explain: (error: unknown) => string
}
type Outcome = { status: 'none' | 'saving' } | { status: 'saved'; before: string } | { status: 'refused'; why: string }

/** Saves unless the rule objects; how that went. */
const attempt = async (text: string, before: string, { schema, save, explain }: Options): Promise<Outcome> => {
  const { error } = schema.safeParse(text)
  if (error) return { status: 'refused', why: error.issues[0]?.message ?? '' }
  try {
    await save(text)
    return { status: 'saved', before }
  } catch (thrown) {
    return { status: 'refused', why: explain(thrown) }
  }
}

/** One save after the other; only of the newest text is the outcome told. */
const useSaves = (options: Options) => {
  const { stored } = options
  /** What the server has: as it was last asked, or after the last save. */
  const known = useRef(stored)
  const [outcome, setOutcome] = useState<Outcome>({ status: 'none' })
  const edition = useRef(0)
  const queue = useRef(Promise.resolve())
  useEffect(() => {
    known.current = stored
  }, [stored])

  const send = async (text: string, mine: number) => {
    const tell = (next: Outcome) => {
      if (mine === edition.current) setOutcome(next)
    }
    const before = known.current
    if (text === before) return tell({ status: 'none' })
    tell({ status: 'saving' })
    const result = await attempt(text, before, options)
    if (result.status === 'saved') known.current = text
    tell(result)
  }
  const commit = (text: string) => {
    const mine = edition.current
    queue.current = queue.current.then(() => send(text.trim(), mine))
  }
  const forget = () => {
    edition.current += 1
    setOutcome({ status: 'none' })
  }
  return { outcome, commit, forget, before: () => (outcome.status === 'saved' ? outcome.before : known.current) }
}

/** A field that saves as one types; each save can be taken back. */
export const useTypedField = (options: Options) => {
  const { stored } = options
  const [value, setValue] = useState(stored)
  const [seen, setSeen] = useState(stored)
  const { outcome, commit, forget, before } = useSaves(options)
  const commitSoon = useDebouncedCallback(commit, { delay: quietMs, flushOnUnmount: true })

  // Changed elsewhere: follow, unless somebody is typing here.
  if (stored !== seen) {
    setSeen(stored)
    if (value.trim() === seen) setValue(stored)
  }
  const set = (text: string) => {
    forget()
    setValue(text)
  }
  const undo = () => {
    const text = before()
    commitSoon.cancel()
    set(text)
    commit(text)
  }
  return {
    outcome,
    canUndo: outcome.status === 'saved' || outcome.status === 'refused',
    undo,
    inputProps: {
      value,
      error: outcome.status === 'refused' ? outcome.why : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        set(event.currentTarget.value)
        commitSoon(event.currentTarget.value)
      },
    },
  }
}
