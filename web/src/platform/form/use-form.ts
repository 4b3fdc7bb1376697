import { type ChangeEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'

/** Why a form was refused: beside the fields concerned, or as a sentence of its own. */
export type Problem<Name extends string> = { fields?: Partial<Record<Name, string>>; form?: string }

type Options<Name extends string, Out> = {
  initial: Record<Name, string>
  /** The contract's schema, so that the browser and the server share their rules; loaded at the first key if it is a function. */
  schema: z.ZodType<Out> | (() => Promise<z.ZodType<Out>>)
  submit: (parsed: Out) => Promise<unknown>
  /** Turns what `submit` threw into words. */
  explain: (error: unknown) => Problem<NoInfer<Name>>
}

const check = <Name extends string, Out>(schema: z.ZodType<Out> | null, values: Record<Name, string>) => {
  if (!schema) return { parsed: null, errors: {} }
  const result = schema.safeParse(values)
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0] ?? '')] ??= message
  return { parsed: result.success ? { data: result.data } : null, errors }
}

/** What was said about a field holds until that field changes. */
const without = <Name extends string>(problem: Problem<Name>, name: Name): Problem<Name> => {
  const fields: Partial<Record<Name, string>> = { ...problem.fields }
  delete fields[name]
  return { ...problem, fields }
}

/** The schema; one that is loaded when it is first needed, and how to have it. */
const useRules = <Out>(schema: Options<string, Out>['schema']) => {
  const [loaded, setLoaded] = useState(typeof schema === 'function' ? null : schema)
  const load = async () => {
    if (loaded) return loaded
    const rules = typeof schema === 'function' ? await schema() : schema
    setLoaded(rules)
    return rules
  }
  return { loaded, load }
}

/**
 * A form of text fields. Rules speak up once a field was left or the form was sent, and fall silent as soon as they
 * are met; what the server said about a field stands until that field changes.
 */
export function useForm<Name extends string, Out>({ initial, schema, submit, explain }: Options<Name, Out>) {
  const [values, setValues] = useState(initial)
  const [isSent, setSent] = useState(false)
  const [left, setLeft] = useState<Partial<Record<Name, true>>>({})
  const [problem, setProblem] = useState<Problem<Name>>({})
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const running = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const { loaded, load } = useRules(schema)
  const { errors }: { errors: Record<string, string> } = check(loaded, values)

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const errorOf = (name: Name) => problem.fields?.[name] ?? (isSent || left[name] ? errors[name] : undefined)

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
      void load().catch(() => null) // asked for again when the form is sent
      setProblem((before) => without(before, name))
    },
    onBlur: () => values[name] !== '' && setLeft((before) => ({ ...before, [name]: true })),
  })

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (running.current) return
    setSent(true)
    setProblem({})
    running.current = true
    setBusy(true)
    try {
      const { parsed } = check(await load(), values)
      if (!parsed) return setRefusals((n) => n + 1)
      await submit(parsed.data)
    } catch (error) {
      setProblem(explain(error))
      setRefusals((n) => n + 1)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  // Object.keys loses the literal names. Only a try to send is answered with a summary.
  const wrong = refusals > 0 ? (Object.keys(values) as Name[]).filter((name) => errorOf(name)) : []
  return { values, field, wrong, failure: problem.form, isBusy, formProps: { ref: form, noValidate: true, onSubmit } }
}
