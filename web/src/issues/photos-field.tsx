import { ActionIcon, Button, FileButton, Group, Input, Stack } from '@mantine/core'
import { mostPictures } from '@spacekeeper/contract/issues/words.ts'
import { pictureUpload } from '@spacekeeper/contract/route.ts'
import { IconCamera, IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { photoAddress } from './api.ts'
import classes from './issues.module.css'

const mediaTypes: readonly string[] = pictureUpload.mediaTypes

const mostBytes = 12_000_000

type Props = {
  pictureIds: readonly number[]
  /** Keeps a photo and answers with its number. */
  upload: (file: File) => Promise<number>
  onChange: (pictureIds: number[]) => void
}

/** Photos as they are taken or chosen; each is kept by the portal at once, so a lost line loses no more than one. */
export const PhotosField = ({ pictureIds, upload, onChange }: Props) => {
  const { t } = useTranslation('issues')
  const [reason, setReason] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const free = mostPictures - pictureIds.length
  const add = async (files: readonly File[]) => {
    setReason(null)
    setBusy(true)
    const added: number[] = []
    for (const file of files.slice(0, free)) {
      if (!mediaTypes.includes(file.type) || file.size > mostBytes) {
        setReason(t('photoWrong', { size: mostBytes / 1_000_000 }))
        continue
      }
      try {
        added.push(await upload(file))
      } catch (error) {
        setReason(fieldErrors(error)['photo'] ?? errorText(error))
      }
      onChange([...pictureIds, ...added])
    }
    setBusy(false)
  }
  const accept = mediaTypes.join(',')
  return (
    <Input.Wrapper component="div" label={t('photosTitle')} description={t('photosHint', { count: mostPictures })}>
      <Stack gap="xs" mt={6}>
        {pictureIds.length === 0 ? null : (
          <ul className={classes.photos} aria-label={t('photosTitle')}>
            {pictureIds.map((id, at) => (
              <li key={id} className={classes.photo}>
                <img src={photoAddress(id)} alt={t('photoNumber', { number: at + 1 })} />
                <ActionIcon
                  className={classes.remove ?? ''}
                  variant="default"
                  radius="xl"
                  aria-label={t('removePhoto', { number: at + 1 })}
                  onClick={() => onChange(pictureIds.filter((other) => other !== id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {free === 0 ? null : (
          <Group gap="xs">
            <FileButton accept={accept} capture="environment" onChange={(file) => void (file && add([file]))}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={isBusy}
                  hiddenFrom="sm"
                  leftSection={<IconCamera size={18} aria-hidden />}
                >
                  {t('takePhoto')}
                </Button>
              )}
            </FileButton>
            <FileButton accept={accept} multiple onChange={(files) => void add(files)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={isBusy}
                  leftSection={<IconPhotoPlus size={18} aria-hidden />}
                >
                  {t('choosePhoto')}
                </Button>
              )}
            </FileButton>
          </Group>
        )}
        {reason === null ? null : <FormError>{reason}</FormError>}
      </Stack>
    </Input.Wrapper>
  )
}
