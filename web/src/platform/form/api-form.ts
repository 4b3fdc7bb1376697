import { useForm } from '@mantine/form'
import { futureFields, type SpaceClock } from '@spacekeeper/contract/past-fields.ts'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { type FormProblem, type FormValues, InvalidForm, check, showProblem } from './form-problem.ts'
import { isRequiredField } from './required-fields.ts'
import { same } from './same.ts'
import { clockIn, useSpaceClock } from './space-clock.ts'
import { type LeaveWords, useUnsavedInput } from './unsaved-fields.ts'

export type ApiFormOptions<Values extends FormValues, Parsed, Result> = {
  initial: Values
  /** The contract's schema, so that browser and server share their rules; a function loads it beside the form. */
  schema: z.ZodType<Parsed> | (() => Promise<z.ZodType<Parsed>>)
  /** Sends what was typed, as the schema reads it; throws when the server refuses. */
  submit: (parsed: Parsed) => Promise<Result>
  /** Words for what `submit` threw; null leaves it to the words of the server. */
  explain?: (error: unknown) => FormProblem<NoInfer<keyof Values & string>> | null
  onDone?: ((result: Result) => void) | undefined
  /** How the question before the page is left names it. */
  leaveWords?: LeaveWords
  /** Nothing typed here is a loss, as where a member says who they are. */
  losesNothing?: boolean
}

/** The server's words beside the fields this form has; everything else as one sentence. */
const explainByServer = (error: unknown, names: string[]): FormProblem => {
  const fields = Object.fromEntries(Object.entries(fieldErrors(error)).filter(([name]) => names.includes(name)))
  return Object.keys(fields).length > 0 ? { fields } : { form: errorText(error) }
}

/** The earliest that a date field offers, where its days may not lie in the past. Instants are typed by the reader's clock. */
const earliestIn = (rules: z.ZodType, { name, readClock }: { name: string; readClock: () => SpaceClock }): object => {
  const kind = futureFields(rules).find((field) => field.name === name)?.kind
  if (kind === 'day') return { min: readClock().local.slice(0, 10) }
  if (kind !== 'minute' && kind !== 'instant') return {}
  const { local } = kind === 'minute' ? readClock() : clockIn()
  return { min: local.replace(' ', 'T') }
}

/** What the schema says; one that is loaded when it is first needed says nothing before. */
const useRules = <Parsed>({
  schema,
  initial,
}: Pick<ApiFormOptions<FormValues, Parsed, unknown>, 'schema' | 'initial'>) => {
  const [loaded, setLoaded] = useState<z.ZodType<Parsed> | null>(null)
  const readClock = useSpaceClock()
  const rules = typeof schema === 'function' ? loaded : schema
  const load = async () => {
    if (typeof schema !== 'function') return schema
    const fresh = loaded ?? (await schema())
    setLoaded(fresh)
    return fresh
  }
  // What it marks as required shows before anything is typed.
  useEffect(() => {
    if (typeof schema === 'function') void schema().then(setLoaded, () => null)
  }, [schema])
  const checkBy = (by: z.ZodType<Parsed>, typed: FormValues) =>
    check(by, typed, { clock: readClock(), before: initial })
  const read = async (typed: FormValues) => {
    const { parsed, fields } = checkBy(await load(), typed)
    if (parsed === undefined) throw new InvalidForm(fields)
    return parsed
  }
  return {
    load,
    read,
    wrongIn: (typed: FormValues) => (rules ? checkBy(rules, typed).fields : {}),
    earliestOf: (name: string): object => (rules ? earliestIn(rules, { name, readClock }) : {}),
    rules,
  }
}

type Sending<Parsed, Result> = {
  read: (typed: FormValues) => Promise<Parsed>
  submit: (parsed: Parsed) => Promise<Result>
  onDone: ((result: Result) => void) | undefined
  onFailed: (error: unknown) => void
}

/** Sends what was typed, read by the schema, and once at a time. */
const useSending = <Parsed, Result>({ read, submit, onDone, onFailed }: Sending<Parsed, Result>) => {
  const running = useRef(false)
  const sending = useRef<FormValues>(null)
  const stored = useRef<FormValues>(null)
  const mutation = useMutation({
    mutationFn: async (typed: FormValues) => submit(await read(typed)),
    onSuccess: (result, typed) => {
      stored.current = typed
      onDone?.(result)
    },
    onError: onFailed,
    onSettled: () => {
      running.current = false
      sending.current = null
    },
  })
  const send = (values: FormValues) => {
    if (running.current) return
    running.current = true
    sending.current = values
    mutation.mutate(values)
  }
  /** The values that were sent last, unless they were refused. */
  const readSent = () => sending.current ?? stored.current
  return { mutation, send, readSent }
}

type UnsavedForm = Pick<ApiFormOptions<FormValues, unknown, unknown>, 'initial' | 'leaveWords' | 'losesNothing'> & {
  values: FormValues
  readSent: () => FormValues | null
  element: RefObject<HTMLFormElement | null>
}

/** Lets the question before the page is left know of it, while it differs from what is stored and from what was sent last. */
const useUnsavedForm = ({ initial, leaveWords, losesNothing, values, readSent, element }: UnsavedForm) => {
  const [first] = useState(initial)
  useUnsavedInput({
    isChanged: () => losesNothing !== true && !same(values, readSent() ?? first) && !same(values, initial),
    element: () => element.current,
    ...(leaveWords && { words: leaveWords }),
  })
}

/**
 * A form that sends its values to the API: `<Form {...formProps}>` with `<TextInput {...field('name')}>`, for a
 * checkbox or switch `{...field('isActive', 'checkbox')}`. Rules speak up once a field was left or the form was sent;
 * an error goes when its field changes. Days that may not lie in the past may where they stood there before. Refusals
 * by the server stand at their fields, others in `failure`.
 */
export const useApiForm = <Values extends FormValues, Parsed, Result>(
  options: ApiFormOptions<Values, Parsed, Result>,
) => {
  const { initial, schema, submit, explain, onDone } = options
  type Name = keyof Values & string
  const { rules, load, read, wrongIn, earliestOf } = useRules({ schema, initial })
  const form = useForm<FormValues>({ initialValues: initial, validate: wrongIn })
  const set = (name: string, value: unknown) => form.setFieldValue(name, value)
  const names = Object.keys(initial)
  const values = form.values as Values // useForm keeps the shape of `initial`; its own type forbids generic values
  const element = useRef<HTMLFormElement>(null)

  const problemOf = (error: unknown): FormProblem =>
    error instanceof InvalidForm ? { fields: error.fields } : (explain?.(error) ?? explainByServer(error, names))

  const onFailed = (error: unknown) => {
    showProblem(element.current, () => form.setErrors(problemOf(error).fields ?? {}))
  }
  const { mutation, send, readSent } = useSending({ read, submit, onDone, onFailed })
  useUnsavedForm({ ...options, values, readSent, element })

  const field = (name: Name, type: 'input' | 'checkbox' = 'input') => {
    const { onChange, onBlur, ...input } = form.getInputProps(name, { type })
    return {
      ...input,
      // A checkbox shows its error without saying that it is one.
      ...(type === 'checkbox' && Boolean(input.error) && { 'aria-invalid': true }),
      name,
      ...earliestOf(name),
      required: rules !== null && isRequiredField(rules, name, { values, initial }),
      onChange: (change: unknown) => {
        void load().catch(() => null) // asked for again when the form is sent
        onChange(change)
      },
      // Passing through an empty field is no mistake yet.
      onBlur: () => values[name] !== '' && form.validateField(name),
    }
  }

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    send(values)
  }

  const wrong = mutation.isError ? names.filter((name) => Boolean(form.errors[name])) : []
  return {
    values,
    set: <Key extends Name>(name: Key, value: Values[Key]) => set(name, value),
    field,
    /** The fields that were refused at the last try and have not been changed since. */
    wrong: wrong as Name[], // the names of `initial`, whose literal types Object.keys loses
    failure: mutation.error ? problemOf(mutation.error).form : undefined,
    isBusy: mutation.isPending,
    submit: () => send(values),
    formProps: { ref: element, noValidate: true, onSubmit },
  }
}

export type ApiForm<Values extends FormValues> = Pick<
  ReturnType<typeof useApiForm<Values, unknown, unknown>>,
  'values' | 'set' | 'field' | 'failure' | 'isBusy'
>
