import { Group } from '@mantine/core'
import type { Webcam } from '@spacekeeper/contract/webcams/routes.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { pictureAddress } from './api.ts'
import { PictureAge } from './webcams-list.tsx'
import classes from './webcams.module.css'

type Props = { webcam: Webcam; now: number; onClose: () => void }

/** One webcam on the whole screen; its picture goes on changing. */
export const WebcamDialog = ({ webcam, now, onClose }: Props) => {
  const { t } = useTranslation('webcams')
  const { name, number, takenAt } = webcam
  return (
    <BasicDialog title={name} fullScreen onClose={onClose}>
      <Group gap="sm" mb="sm">
        <PictureAge webcam={webcam} now={now} />
      </Group>
      {takenAt === null ? null : (
        <img
          src={pictureAddress({ number, takenAt })}
          alt={t('pictureOf', { name, when: formatMoment(takenAt) })}
          className={classes.large}
        />
      )}
    </BasicDialog>
  )
}
