import { Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { courseKinds } from '@spacekeeper/contract/training/words.ts'
import type { ApiForm } from '#platform/form/api-form.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addCertificate, updateCertificate } from './api.ts'
import { TypedCertificate, typedOf } from './typed-certificate.ts'
import { courseWords } from './words.ts'

type TypedFields = ReturnType<typeof typedOf>

type CourseFieldsProps = Pick<ApiForm<TypedFields>, 'field' | 'values'>

/** What a course needs, which depends on where it is. */
const CourseFields = ({ field, values }: CourseFieldsProps) => {
  const { t } = useTranslation('training')
  const { course } = values
  const isElsewhere = course === 'moodle' || course === 'canvas'
  if (course === 'none') return null
  return (
    <>
      {isElsewhere ? (
        <Group grow align="flex-start" gap="sm">
          <TextInput {...field('courseRef')} label={t('courseRef')} inputMode="numeric" autoComplete="off" />
          <TextInput
            {...field('courseUrl')}
            label={t('courseUrl')}
            description={t('courseUrlHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
          />
        </Group>
      ) : null}
      <Group grow align="flex-start" gap="sm">
        <TextInput {...field('passPercent')} label={t('passPercent')} inputMode="numeric" autoComplete="off" />
        {isElsewhere ? null : (
          <TextInput {...field('coolDownHours')} label={t('coolDownHours')} inputMode="numeric" autoComplete="off" />
        )}
      </Group>
    </>
  )
}

const Fields = ({ field, values }: CourseFieldsProps) => {
  const { t } = useTranslation('training')
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('certificateName')}
        description={t('certificateNameHint')}
        autoComplete="off"
        data-autofocus
      />
      <Textarea {...field('description')} label={t('description')} description={t('descriptionHint')} rows={3} />
      <NativeSelect
        {...field('course')}
        label={t('course')}
        description={t('courseHint')}
        data={courseKinds.map((kind) => ({ value: kind, label: t(courseWords[kind]) }))}
      />
      <CourseFields field={field} values={values} />
      <TextInput
        {...field('validDays')}
        label={t('validDays')}
        description={t('validDaysHint')}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput
        {...field('unusedDays')}
        label={t('unusedDays')}
        description={t('unusedDaysHint')}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput
        {...field('remindDays')}
        label={t('remindDays')}
        description={t('remindDaysHint')}
        autoComplete="off"
      />
      <Switch {...field('isInduction', 'checkbox')} label={t('isInduction')} description={t('isInductionHint')} />
    </>
  )
}

type Props = { certificate: Certificate | null; onClose: () => void; onAdded?: (id: number) => void }

/** Adds a certificate, or changes one. */
export const CertificateDialog = ({ certificate, onClose, onAdded }: Props) => {
  const { t } = useTranslation('training')
  return (
    <FormDialog
      title={certificate ? t('changeOf', { name: certificate.name }) : t('addCertificate')}
      action={t(certificate ? 'saveCertificate' : 'addCertificate')}
      initial={typedOf(certificate)}
      schema={TypedCertificate}
      submit={async (details) => {
        const { name } = details
        if (certificate) await updateCertificate({ certificateId: certificate.id, ...details })
        const added = certificate ? null : await addCertificate(details)
        notify.done({ text: t(added ? 'certificateAdded' : 'certificateSaved', { name }) })
        if (added) onAdded?.(added.id)
      }}
      onClose={onClose}
    >
      {({ field, values }) => <Fields field={field} values={values} />}
    </FormDialog>
  )
}
