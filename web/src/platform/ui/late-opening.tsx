import { type ComponentType, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { late, type LateComponent } from './late.tsx'

type FaceProps = {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

/** Draws the button; what opens from it draws it again, so that both look the same. */
export type Face = (props: FaceProps) => ReactNode

export type OpeningProps = { face: Face; waiting: ReactNode; onGiveUp: () => void }

type Props = {
  face: Face
  haspopup: 'menu' | 'dialog'
  opening: LateComponent<OpeningProps>
}

/** A button with something that opens from it, whose file is loaded when the button is first wanted. */
export const LateOpening = ({ face, haspopup, opening: Opening }: Props) => {
  const [isWanted, setWanted] = useState(false)
  const ahead = () => void Opening.load().catch(() => null) // asked for again at the click
  const alone = face({
    onClick: () => setWanted(true),
    onPointerEnter: ahead,
    onFocus: ahead,
    'aria-haspopup': haspopup,
    'aria-expanded': false,
  })
  return isWanted ? <Opening face={face} waiting={alone} onGiveUp={() => setWanted(false)} /> : alone
}

/** The component that such a button opens. */
export const lateOpening = (load: () => Promise<ComponentType<OpeningProps>>): LateComponent<OpeningProps> =>
  late(load, { over: ({ onGiveUp }) => onGiveUp })

/** For what was loaded by the click that is to open it: the keyboard goes to its own button, then it opens. */
export const useOpenAtOnce = () => {
  const [opened, setOpened] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    // What opens needs the place of its button, which is known once this is drawn.
    queueMicrotask(() => setOpened(true))
  }, [])
  return { opened, onChange: setOpened, ref }
}
