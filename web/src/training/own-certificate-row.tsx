import type { Award, HeldCertificate, OpenCertificate } from '@spacekeeper/contract/training/shapes.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { NextStepForm } from './next-step-form.tsx'
import classes from './training.module.css'

/** A day of the calendar means the same day to every reader. */
export const formatLocalDay = (day: string) => formatDate(day, { timeZone: 'UTC' })

const Facts = ({ description, devices }: { description: string; devices: readonly string[] }) => {
  const { t } = useTranslation('training')
  return (
    <>
      {description === '' ? null : <p className={classes.fact}>{description}</p>}
      {devices.length === 0 ? null : <p className={classes.fact}>{t('opensDevices', { names: devices.join(', ') })}</p>}
    </>
  )
}

/** A certificate that the member does not have, and how they get it. */
export const OpenCertificateRow = ({ certificate }: { certificate: OpenCertificate }) => {
  const { t } = useTranslation('training')
  const { name, isInduction, next } = certificate
  return (
    <li className={classes.row}>
      <h3 className={classes.name}>{name}</h3>
      <Facts {...certificate} />
      {isInduction ? <p className={classes.fact}>{t('forJoining')}</p> : null}
      <NextStepForm certificate={certificate} next={next} />
    </li>
  )
}

/** A certificate that counts, until when, and how it is renewed once that is near. */
export const HeldCertificateRow = ({ held }: { held: HeldCertificate }) => {
  const { t } = useTranslation('training')
  const { certificateId: id, certificate: name, endsOn, renewal, by, at } = held
  const day = formatDate(at)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        <Status kind={renewal === null ? 'fine' : 'waiting'}>
          {endsOn === null ? t('endsNever') : t('endsOn', { day: formatLocalDay(endsOn) })}
        </Status>
      </div>
      <Facts {...held} />
      <p className={classes.fact}>{by === null ? t('earnedOn', { day }) : t('awardedBy', { name: by, day })}</p>
      {renewal === null ? null : <NextStepForm certificate={{ id, name }} next={renewal} isRenewal />}
    </li>
  )
}

const endedWords = {
  expired: 'endedExpired',
  unused: 'endedUnused',
  withdrawn: 'endedWithdrawn',
  renewed: 'endedExpired',
  closed: 'endedExpired',
} as const // keys of words

export const endedText = (t: Translate<'training'>, end: NonNullable<Award['end']>) =>
  t(endedWords[end.kind], { day: formatDate(end.at), reason: end.reason })

/** A certificate that counts no more, and why. */
export const EndedCertificateRow = ({ award: { certificate, end } }: { award: Award }) => {
  const { t } = useTranslation('training')
  return (
    <li className={classes.row}>
      <h3 className={classes.name}>{certificate}</h3>
      {end ? <Status kind="none">{endedText(t, end)}</Status> : null}
    </li>
  )
}
