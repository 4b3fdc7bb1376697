/** What a form carries: `a[b][0]=c` is nested. All ends are text; what they mean is known by the parameter's type. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
type FormMap = { [name: string]: FormValue }

const deepest = 12

const keysOf = (name: string): string[] => {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))]
}

const isMap = (value: FormValue | undefined): value is FormMap => typeof value === 'object' && !Array.isArray(value)

/** `[]` counts up, so that lists are at first maps of their places. */
function put(map: FormMap, keys: string[], value: string) {
  const [key = '', ...rest] = keys
  const name = key === '' ? String(Object.keys(map).length) : key
  if (rest.length === 0) {
    map[name] = value
    return
  }
  const inner = map[name]
  const next: FormMap = isMap(inner) ? inner : emptyMap()
  map[name] = next
  put(next, rest, value)
}

/** Without a prototype, so that `__proto__` is a name like any other. */
const emptyMap = (): FormMap => Object.create(null)

const withLists = (value: FormValue): FormValue => {
  if (!isMap(value)) return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name, at) => name === String(at))
  const inner = names.map((name) => [name, withLists(value[name] ?? '')] as const)
  return isList ? inner.map(([, item]) => item) : Object.fromEntries(inner)
}

/** Reads what the library encodes: nested names, lists by their places or with `[]`. */
export function readForm(text: string): FormValue {
  const map = emptyMap()
  for (const [name, value] of new URLSearchParams(text)) put(map, keysOf(name).slice(0, deepest), value)
  const form = withLists(map)
  return Array.isArray(form) ? {} : form
}
