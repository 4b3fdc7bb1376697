import { Button } from '@mantine/core'
import type { MeetingWall } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { errorText } from '#platform/api/error-text.ts'
import { formatMoment, formatSince, formatTime } from '#platform/i18n/format.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useFreshWindow } from '#platform/session/fresh-window.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { AddressWarning } from '#platform/ui/address-warning.tsx'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { Brand } from '#platform/ui/brand.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { QrCode } from '#platform/ui/qr-code.tsx'
import { StatusIcon } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { ownKioskQuery } from '../../kiosks/api.ts'
import { wallQuery } from './api.ts'
import { countedOf, quorumState } from './meter.ts'
import { WallCheckInCard } from './wall-check-in-card.tsx'
import classes from './wall.module.css'

/** What the room sees of a meeting: on a projector that staff opened, or on a kiosk, where cards are held. */
const WallPage = () => {
  const { meetingId } = Route.useParams()
  const id = /^\d{1,9}$/.test(meetingId) ? Number(meetingId) : 0
  return useIsKiosk() ? <KioskWall meetingId={id} /> : <Wall meetingId={id} />
}

/** Once the meeting is closed the kiosk is an ordinary one again. */
const setMs = 10_000

/** At a kiosk the wall stays until staff set it to something else; meanwhile it says that it is still there. */
const KioskWall = ({ meetingId }: { meetingId: number }) => {
  const { data } = useQuery({ ...ownKioskQuery, refetchInterval: setMs })
  if (data && data.meetingId !== meetingId) return <Navigate to="/kiosk" replace />
  return <Wall meetingId={meetingId} />
}

const Wall = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  useFreshWindow()
  const { data: wall, error, refetch, isFetching } = useQuery(wallQuery(meetingId))
  if (!wall) {
    return (
      <AuthFrame title={t('titleWall')}>
        {error ? (
          <>
            <FormError>{errorText(error)}</FormError>
            <Button mt="md" loading={isFetching} onClick={() => void refetch()}>
              {describeKey('platform:tryAgain')}
            </Button>
          </>
        ) : null}
      </AuthFrame>
    )
  }
  return (
    <div className={classes.wall}>
      <header className={classes.head}>
        <Brand size={40} />
        <WallClock />
      </header>
      {error ? <FormError>{errorText(error)}</FormError> : null}
      <WallMain meetingId={meetingId} wall={wall} />
    </div>
  )
}

const WallMain = ({ meetingId, wall }: { meetingId: number; wall: MeetingWall }) => {
  const { t } = useTranslation('meetings')
  const phaseWords = usePhaseWords(wall)
  return (
    <main id="main" className={classes.main} tabIndex={-1}>
      <section className={classes.left}>
        <div>
          <h1 className={classes.title} tabIndex={-1}>
            {wall.name}
          </h1>
          <p className={classes.phase}>{phaseWords}</p>
        </div>
        {wall.phase === 'cancelled' ? null : <WallMeter wall={wall} />}
        {wall.currentItem === null ? null : <Fact head={t('wallItem')} text={wall.currentItem} />}
        {wall.vote === null ? null : (
          <Fact
            head={t(wall.vote.isSecret ? 'wallSecretVote' : 'wallVote')}
            text={wall.vote.title}
            more={t('wallTurnout', { cast: wall.vote.cast, entitled: wall.vote.entitled })}
          />
        )}
      </section>
      <aside className={classes.right}>
        {wall.isCheckInKiosk && wall.checkInUrl !== null ? <WallCheckInCard meetingId={meetingId} /> : null}
        <Scan wall={wall} />
      </aside>
    </main>
  )
}

const usePhaseWords = ({ phase, startsAt, openedAt }: MeetingWall): string => {
  const { t } = useTranslation('meetings')
  if (phase === 'planned') return t('wallPlanned', { time: formatMoment(startsAt) })
  if (phase === 'on') return t('wallOn', { time: formatSince(openedAt ?? startsAt) })
  return t(phase === 'over' ? 'wallOver' : 'wallCancelled')
}

const WallClock = () => {
  const now = useNow(1000)
  return <span className={classes.clock}>{formatTime(new Date(now))}</span>
}

/** The figures from the back of the room. */
const WallMeter = ({ wall: { meter } }: { wall: MeetingWall }) => {
  const { t } = useTranslation('meetings')
  const { needed, present, represented, guests, countsProxies, since } = meter
  const counted = countedOf(meter)
  const { kind, word } = quorumState(meter)
  return (
    <section className={classes.meter} data-state={kind} aria-label={t('quorum')}>
      <p className={classes.state} role="status">
        <StatusIcon kind={kind} size={40} />
        <span>
          {t(word)}
          {since === null ? null : <small> {t('quorumSince', { time: formatSince(since) })}</small>}
        </span>
      </p>
      <p className={classes.count}>
        <strong>{needed === null ? present : counted}</strong>
        <span>
          {needed === null
            ? t('presentCount', { count: present }).replace(`${present} `, '')
            : t('wallNeeded', { needed })}
        </span>
      </p>
      {needed === null ? null : (
        <div
          className={classes.bar}
          role="meter"
          aria-label={t('quorum')}
          aria-valuemin={0}
          aria-valuemax={Math.max(needed, counted)}
          aria-valuenow={counted}
          aria-valuetext={t('quorumCounted', { count: counted, needed })}
        >
          <div
            className={classes.fill}
            data-reached={meter.isReached || undefined}
            style={{ width: `${Math.min(100, (counted / Math.max(1, needed)) * 100)}%` }}
          />
        </div>
      )}
      <p className={classes.parts}>
        {[
          t('presentCount', { count: present }),
          ...(represented > 0
            ? [t(countsProxies || needed === null ? 'representedCount' : 'representedApart', { count: represented })]
            : []),
          ...(guests > 0 ? [t('guestCount', { count: guests })] : []),
        ].join(' · ')}
      </p>
    </section>
  )
}

const Fact = ({ head, text, more }: { head: string; text: string; more?: string }) => (
  <section className={classes.fact}>
    <h2 className={classes.factHead}>{head}</h2>
    <p className={classes.factText}>{text}</p>
    {more ? (
      <p className={classes.factMore} role="status">
        {more}
      </p>
    ) : null}
  </section>
)

/** The code that phones open. It changes all the time, so that it helps only those who are in the room. */
const Scan = ({ wall }: { wall: MeetingWall }) => {
  const { t } = useTranslation('meetings')
  if (wall.phase === 'over' || wall.phase === 'cancelled') return null
  if (wall.checkInUrl === null) return <p className={classes.hint}>{t('wallLater')}</p>
  return (
    <section className={classes.scan}>
      <div className={classes.qr}>
        <QrCode address={wall.checkInUrl} label={t('wallQr')} />
      </div>
      <AddressWarning />
      <h2 className={classes.scanTitle}>{t('wallScan')}</h2>
      <p className={classes.hint}>{t('wallScanHint')}</p>
    </section>
  )
}

export const Route = createFileRoute('/meetings/$meetingId/wall')({
  component: WallPage,
  loader: async () => {
    const [{ attendanceText }, { kiosksText }] = await Promise.all([
      import('./text.ts'),
      import('../../kiosks/text.ts'),
    ])
    addTexts({ meetings: attendanceText, kiosks: kiosksText })
  },
  staticData: {
    title: 'meetings:titleWall',
    kiosk: true,
    kioskScreen: true,
    hiddenMenu: true,
    bgGradient: true,
  },
})
