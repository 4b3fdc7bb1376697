import { UnstyledButton } from '@mantine/core'
import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'
import {
  IconChevronRight,
  IconDoor,
  IconDoorOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDelay } from '#platform/form/use-once.ts'
import { formatDay, formatRelative, formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Brand } from '#platform/ui/brand.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { BrokenList } from './broken-list.tsx'
import { HereList } from './here-list.tsx'
import { PlanList } from './plan-list.tsx'
import { SlideCard } from './slide-card.tsx'
import { useViews } from './use-views.ts'
import { lostMs, type ScreenView, shiftAt, viewsOf } from './views.ts'
import classes from './display.module.css'

const secondMs = 1000

type Props = {
  data: DisplayView
  /** When what is shown was last known to be right; Infinity: it is now. */
  heardAt: number
  /** What stands beside the buttons at the bottom. */
  aside: ReactNode
}

/** A whole wall display: one view after the other, readable from across a room. It never scrolls. */
export const DisplaySheet = ({ data, heardAt, aside }: Props) => {
  const now = useNow(secondMs)
  const views = viewsOf(data)
  const { view, at, turn, next, isPaused, togglePause } = useViews(views)
  const { x, y } = shiftAt(now)
  return (
    <div className={classes.display}>
      <div className={classes.moved} style={{ transform: `translate(${x}px, ${y}px)` }}>
        <header className={classes.head}>
          <Brand size="1.45em" />
          <SpaceState space={data.space} />
          <Clock now={now} timeZone={data.timeZone} />
        </header>
        <main id="main" className={classes.main} tabIndex={-1}>
          {view ? <ShownView view={view} data={data} now={now} /> : null}
        </main>
        <Lost heardAt={heardAt} now={now} timeZone={data.timeZone} />
        <Foot at={at} count={views.length} isPaused={isPaused} onPause={togglePause} onNext={next} aside={aside} />
      </div>
      {view && !isPaused ? <TurnClock key={`${view.key} ${turn}`} seconds={view.seconds} onOver={next} /> : null}
    </div>
  )
}

const TurnClock = ({ seconds, onOver }: { seconds: number; onOver: () => void }) => {
  useDelay(true, { ms: seconds * secondMs, run: onOver })
  return null
}

const ShownView = ({ view, data, now }: { view: ScreenView; data: DisplayView; now: number }) => {
  if (view.kind === 'slide') return <SlideCard slide={view.slide} />
  if (view.kind === 'here') return data.here ? <HereList here={data.here} /> : null
  if (view.kind === 'broken') return <BrokenList broken={data.broken} />
  return <PlanList data={data} now={now} />
}

const SpaceState = ({ space: { isOpen, message } }: Pick<DisplayView, 'space'>) => {
  const { t } = useTranslation('display')
  if (isOpen === null) return null
  const Icon = isOpen ? IconDoor : IconDoorOff
  return (
    <p className={classes.state} data-open={isOpen || undefined} role="status">
      <Icon size="1.2em" stroke={1.7} aria-hidden />
      {t(isOpen ? 'open' : 'closed')}
      {message === '' ? null : <span className={classes.message}>{message}</span>}
    </p>
  )
}

const Clock = ({ now, timeZone }: { now: number; timeZone: string }) => (
  <p className={classes.clock}>
    <span className={classes.day}>{formatDay(now, { timeZone })}</span> {formatTime(now, { timeZone })}
  </p>
)

/** Says that what is shown may no longer be right, and since when. */
const Lost = ({ heardAt, now, timeZone }: { heardAt: number; now: number; timeZone: string }) => {
  const { t } = useTranslation('display')
  const isLost = now - heardAt > lostMs
  return (
    <div role="status">
      {isLost ? (
        <p className={classes.lost}>
          <IconPlugConnectedX size="1.3em" stroke={1.7} aria-hidden />
          {t('lost', { time: formatTime(heardAt, { timeZone }), ago: formatRelative(heardAt, { now: new Date(now) }) })}
        </p>
      ) : null}
    </div>
  )
}

type FootProps = {
  at: number
  count: number
  isPaused: boolean
  onPause: () => void
  onNext: () => void
  aside: ReactNode
}

const Foot = ({ at, count, isPaused, onPause, onNext, aside }: FootProps) => {
  const { t } = useTranslation('display')
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <footer className={classes.foot}>
      <span className={classes.dots} role="img" aria-label={t('views', { number: at + 1, count })}>
        {Array.from({ length: count }, (_, place) => (
          <span key={place} className={classes.dot} data-shown={place === at || undefined} />
        ))}
      </span>
      <span className={classes.buttons}>
        <UnstyledButton className={classes.button} aria-label={t(isPaused ? 'resume' : 'pause')} onClick={onPause}>
          <Icon size={22} stroke={1.7} aria-hidden />
        </UnstyledButton>
        <UnstyledButton className={classes.button} aria-label={t('next')} onClick={onNext}>
          <IconChevronRight size={22} stroke={1.7} aria-hidden />
        </UnstyledButton>
        {aside}
      </span>
    </footer>
  )
}
