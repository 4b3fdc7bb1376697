import { ActionIcon, Text } from '@mantine/core'
import type { Webcam } from '@spacekeeper/contract/webcams/routes.ts'
import { IconCamera, IconMaximize } from '@tabler/icons-react'
import { formatMoment } from '#platform/i18n/format.ts'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { Status } from '#platform/ui/status.tsx'
import { pictureAddress } from './api.ts'
import classes from './webcams.module.css'

/** How old the picture of a webcam is, and whether it is the last one of a camera that is down. */
export const PictureAge = ({ webcam, now }: { webcam: Webcam; now: number }) => {
  const { t } = useTranslation('webcams')
  const { takenAt, isDown, problem } = webcam
  if (takenAt === null && !isDown) return null
  const words = isDown ? 'lastPicture' : 'takenAt'
  const age =
    takenAt === null ? (
      t('isDown')
    ) : (
      <Trans ns="webcams" i18nKey={words} components={{ ago: <Ago at={takenAt} now={now} /> }} />
    )
  return (
    <>
      {isDown ? (
        <Status kind="offline">{age}</Status>
      ) : (
        <Text component="span" size="sm" c="dimmed">
          {age}
        </Text>
      )}
      {problem === null ? null : (
        <Text component="span" size="sm" c="dimmed">
          {problem}
        </Text>
      )}
    </>
  )
}

/** The picture itself, or the room it will take. */
const Snapshot = ({ webcam }: { webcam: Webcam }) => {
  const { t } = useTranslation('webcams')
  const { name, number, takenAt, isBusy } = webcam
  if (takenAt === null)
    return (
      <span className={classes.nothing}>
        <IconCamera size={32} aria-hidden />
        <span>{t(isBusy ? 'fetching' : 'noPicture')}</span>
      </span>
    )
  return (
    <img
      src={pictureAddress({ number, takenAt })}
      alt={t('pictureOf', { name, when: formatMoment(takenAt) })}
      className={classes.picture}
    />
  )
}

type Props = { webcams: readonly Webcam[]; now: number; onEnlarge: (webcam: Webcam) => void }

/** Tiles with the pictures of all webcams, two in a row. */
export const WebcamsList = ({ webcams, now, onEnlarge }: Props) => {
  const { t } = useTranslation('webcams')
  return (
    <ul className={classes.tiles} aria-label={t('list')}>
      {webcams.map((webcam) => (
        <li key={webcam.number} className={classes.tile}>
          <div className={classes.frame}>
            <Snapshot webcam={webcam} />
          </div>
          <div className={classes.caption}>
            <span className={classes.words}>
              <span className={classes.name}>{webcam.name}</span>
              <PictureAge webcam={webcam} now={now} />
            </span>
            {webcam.takenAt === null ? null : (
              <ActionIcon
                variant="default"
                size={44}
                aria-label={t('enlarge', { name: webcam.name })}
                onClick={() => onEnlarge(webcam)}
              >
                <IconMaximize size={20} aria-hidden />
              </ActionIcon>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
