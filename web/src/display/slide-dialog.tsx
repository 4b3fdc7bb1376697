import { NumberInput, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import { type DisplaySlide, slideFields } from '@spacekeeper/contract/display/shapes.ts'
import { slideSeconds } from '@spacekeeper/contract/display/words.ts'
import { useState } from 'react'
import { z } from 'zod'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { addSlide, updateSlide } from './api.ts'
import { SlidePictureField } from './picture-field.tsx'
import { SlideCard } from './slide-card.tsx'
import classes from './slides.module.css'

const schema = z.object({ ...slideFields, showsFrom: TypedFutureDay, showsUntil: TypedFutureDay })

const draftOf = (slide: DisplaySlide | undefined) => ({
  title: slide?.title ?? '',
  text: slide?.text ?? '',
  pictureHash: slide?.pictureHash ?? null,
  seconds: slide?.seconds ?? 15,
  showsFrom: slide?.showsFrom ?? '',
  showsUntil: slide?.showsUntil ?? '',
  isOn: slide?.isOn ?? true,
})

/** Adds a slide, or changes one, and shows how it looks. */
export const SlideDialog = ({ slide, onClose }: { slide?: DisplaySlide; onClose: () => void }) => {
  const { t } = useTranslation('display')
  const [picture, setPicture] = useState(slide?.picture ?? null)
  return (
    <BigDialog title={t(slide ? 'editTitle' : 'addTitle')} onClose={onClose}>
      <DialogForm
        action={t('save')}
        initial={draftOf(slide)}
        schema={schema}
        submit={async (typed) => {
          if (slide) await updateSlide({ slideId: slide.id, ...typed })
          else await addSlide(typed)
          notify.done({ text: t('saved') })
        }}
        onClose={onClose}
      >
        {({ field, set, values }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            <Stack gap="sm">
              <TextInput {...field('title')} label={t('title')} maxLength={100} data-autofocus />
              <Textarea {...field('text')} label={t('text')} rows={4} maxLength={600} />
              <SlidePictureField
                picture={picture}
                error={field('pictureHash').error}
                onChange={(chosen) => {
                  set('pictureHash', chosen?.hash ?? null)
                  setPicture(chosen?.address ?? null)
                }}
              />
              <NumberInput
                {...field('seconds')}
                label={t('showsFor')}
                min={slideSeconds.least}
                max={slideSeconds.most}
                allowDecimal={false}
              />
              <SimpleGrid type="container" cols={{ base: 1, '340px': 2 }} spacing="sm">
                <TextInput {...field('showsFrom')} label={t('showsFrom')} type="date" />
                <TextInput {...field('showsUntil')} label={t('showsUntil')} type="date" />
              </SimpleGrid>
              <Text size="sm" c="dimmed">
                {t('daysHint')}
              </Text>
              <Switch {...field('isOn', 'checkbox')} label={t('isOn')} />
            </Stack>
            <section aria-label={t('looksLike')}>
              <div className={classes.preview}>
                <SlideCard slide={{ title: values.title, text: values.text, picture }} />
              </div>
            </section>
          </SimpleGrid>
        )}
      </DialogForm>
    </BigDialog>
  )
}
