import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Boundary } from './boundary.tsx'
import { usePartComing } from './coming.ts'
import { LateFailure, type LateFailureProps } from './late-failure.tsx'
import { lateFile } from './late-file.ts'

type LateOptions<Props> = {
  /** For a part that opens over the page: how it is closed, or null while it is not open. */
  over?: (props: Props) => (() => void) | null
  /** The page is whole without it: where its file is missing, nothing is said. */
  isQuiet?: boolean
  /** It stands around a page, whose errors are none of its own. */
  isFrame?: boolean
}

/** A component whose file comes late. `load` has it sent ahead, and fails where it cannot be had. */
export type LateComponent<Props> = ((props: Props & { waiting?: ReactNode }) => ReactNode) & {
  load: () => Promise<unknown>
}

/**
 * A component whose file is loaded when it is first drawn; until then `waiting` stands in its place. A file that cannot be
 * had is asked for again, and neither that nor an error in it takes the page away: only the part itself says so. Where the
 * file is there already it is drawn at once, for which React's own lazy() would take a third of a second.
 */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { over, isQuiet = false, isFrame = false }: LateOptions<Props> = {},
): LateComponent<Props> => {
  const file = lateFile(load)
  const again = () =>
    file.load().then(
      () => true,
      () => false,
    )
  const Late = (props: Props & { waiting?: ReactNode }) => {
    const { file: Part, isMissing } = useSyncExternalStore(file.subscribe, file.read)
    const close = over?.(props)
    const isWanted = close !== null
    useEffect(() => {
      if (isWanted) void again()
    }, [isWanted])
    usePartComing(Part === null && !isMissing && over === undefined && !isQuiet && !isFrame)
    const failure = (tries: Pick<LateFailureProps, 'again' | 'triesByItself'>) =>
      close === null ? null : <LateFailure {...tries} close={close} isQuiet={isQuiet} />
    if (Part && isFrame) return createElement(Part, props)
    if (Part) {
      const afterError = (_error: unknown, drawAgain: () => void) =>
        failure({ again: () => Promise.resolve(drawAgain()).then(() => true), triesByItself: false })
      return <Boundary failure={afterError}>{createElement(Part, props)}</Boundary>
    }
    if (!isMissing) return props.waiting
    const missing = failure({ again, triesByItself: over === undefined })
    if (over === undefined && !isQuiet) return missing
    return (
      <>
        {props.waiting}
        {missing}
      </>
    )
  }
  return Object.assign(Late, { load: file.load })
}
