import { Stack, Text, Group, Button, FileButton, TextInput } from '@mantine/core'
import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { pictureUpload } from '@spacekeeper/contract/route.ts'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { uploadImage, restoreSetting } from '../api.ts'
import { isImageKey, titleOf, settingOf } from '../setting-kind.ts'
import type { FieldProps } from './use-setting-field.ts'
import classes from '../settings.module.css'

/** A chosen file as an address that the page may show before it is anywhere else. */
export const readPicture = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read.', { cause: reader.error })))
    reader.readAsDataURL(file)
  })

export const sizeInMb = (bytes: number): string => String(Math.ceil(bytes / 100_000) / 10)

type ChosenPicture = { file: File; preview: string }

const mediaTypes: readonly string[] = pictureUpload.mediaTypes

const size = sizeInMb(pictureUpload.maxBytes)

/** What was chosen and not saved yet, and why it cannot be. */
const useChoice = ({ setting }: Pick<FieldProps, 'setting'>) => {
  const { t } = useTranslation('settings')
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { key } = setting
  const choose = async (file: File | null | undefined) => {
    setChosen(null)
    setReason(null)
    if (!file) return
    const { name } = file
    if (!mediaTypes.includes(file.type)) setReason(t('imageWrongKind', { name }))
    else if (file.size > pictureUpload.maxBytes) setReason(t('imageTooLarge', { name, has: sizeInMb(file.size), size }))
    else setChosen({ file, preview: await readPicture(file) })
  }
  const save = async () => {
    if (!chosen || !isImageKey(key)) return
    setBusy(true)
    setReason(null)
    try {
      await uploadImage({ key, file: chosen.file })
      setChosen(null)
      notify.done({
        text: t('imageSaved', { title: titleOf(key) }),
        undo: () => void restoreSetting(setting).catch(notify.failed),
      })
    } catch (error) {
      const refusal = fieldErrors(error)[key]
      // What is no picture will not become one, so another can be chosen.
      if (refusal !== undefined) setChosen(null)
      setReason(refusal ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { chosen, reason, isBusy, choose, save, forget: () => setChosen(null) }
}

/** A picture of the site: dropped or chosen, looked at, and only then everybody's; or an address on the web. */
export const ImageField = ({ setting, field, describedBy }: FieldProps) => {
  const { t } = useTranslation('settings')
  const choice = useChoice({ setting })
  const { key } = setting
  const title = titleOf(key)
  const address = typeof field.value === 'string' ? field.value : ''
  const isOurs = /^(\/api)?\/images\//.test(address)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void choice.choose(event.dataTransfer.files[0])
  }
  return (
    <Stack gap={6} role="group" aria-label={title}>
      <Text fw={500} size="sm">
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {settingOf(key).help} {t('imageDrop', { size })}
      </Text>
      <div className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <Picture name={key} chosen={choice.chosen} address={address} />
        {choice.chosen ? (
          <Group gap="xs">
            <Button size="xs" loading={choice.isBusy} onClick={() => void choice.save()}>
              {t('imageUse')}
            </Button>
            <Button size="xs" variant="default" onClick={choice.forget}>
              {t('cancel')}
            </Button>
          </Group>
        ) : (
          <FileButton accept={pictureUpload.mediaTypes.join(',')} onChange={(file) => void choice.choose(file)}>
            {(props) => (
              <Button
                size="xs"
                {...props}
                variant="default"
                leftSection={<IconPhotoUp size={16} aria-hidden />}
                aria-label={t('imageChooseOf', { title })}
              >
                {t('imageChoose')}
              </Button>
            )}
          </FileButton>
        )}
      </div>
      <FormError>{choice.reason}</FormError>
      <TextInput
        {...requiredBy(settingOf(key).schema)}
        size="md"
        label={t('imageAddress')}
        aria-label={t('imageAddressOf', { title })}
        aria-describedby={describedBy}
        placeholder="https://"
        error={field.state.status === 'refused'}
        value={isOurs ? '' : address}
        onChange={(event) => field.type(event.currentTarget.value)}
      />
    </Stack>
  )
}

type PictureProps = { name: SettingKey; chosen: ChosenPicture | null; address: string }

/** As large as it is shown: a logo 40 pixels high, an icon as in a tab. */
const Picture = ({ name, chosen, address }: PictureProps) => {
  const { t } = useTranslation('settings')
  const [broken, setBroken] = useState('')
  const title = titleOf(name)
  const source = chosen?.preview ?? address
  if (source === '' || source === broken) {
    return (
      <Text size="sm" c="dimmed">
        {t('imageNone')}
      </Text>
    )
  }
  return (
    <Stack gap={6}>
      <img
        src={source}
        alt={t(chosen ? 'imageNext' : 'imageNow', { title })}
        className={classes.sitePicture}
        data-use={name}
        onError={() => setBroken(source)}
      />
      {chosen ? <Text size="sm">{t('imageNew')}</Text> : null}
    </Stack>
  )
}
