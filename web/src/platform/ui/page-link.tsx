import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

/** How a page of the portal is opened: by the router, or, from the login page before the router is there, by loading it. */
export const OpenPage = createContext((path: string) => globalThis.location.assign(path))

/** With a key held, or the middle button, the browser opens a tab of its own. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** A link of the login page, which stands without the router. Other pages use the router's own. */
export const PageLink = ({ to, onClick, children, ...rest }: Props) => {
  const open = use(OpenPage)
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlain(event)) return
    event.preventDefault()
    open(to)
  }
  return (
    <a {...rest} href={to} onClick={onPress}>
      {children}
    </a>
  )
}
