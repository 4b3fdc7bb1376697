import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { DueAgreement, Guardian } from '@spacekeeper/contract/agreements/shapes.ts'
import { Email, fieldMessages } from '@spacekeeper/contract/fields.ts'
import { z } from 'zod'
import { hasCode, fieldErrors } from '#platform/api/api-error.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { sign } from './api.ts'

const Name = z.string().trim().min(1, fieldMessages.empty).max(100)

/** A guardian is asked for only by those who are under age. */
const Signature = z.discriminatedUnion('isMinor', [
  z.object({ isMinor: z.literal(false), name: Name }),
  z.object({ isMinor: z.literal(true), name: Name, guardianName: Name, guardianEmail: Email }),
])

type Props = { due: readonly DueAgreement[]; isMinor: boolean; fullName: string; onSigned?: (() => void) | undefined }

/** Signs all of these texts at once, by typing one’s name. */
export const SignForm = ({ due, isMinor, fullName, onSigned }: Props) => {
  const { t } = useTranslation('agreements')
  const { field, values, failure, isBusy, formProps } = useApiForm({
    initial: { name: '', isMinor, guardianName: '', guardianEmail: '' },
    schema: Signature,
    submit: async (typed) => {
      const guardian: Guardian | null = typed.isMinor ? { name: typed.guardianName, email: typed.guardianEmail } : null
      try {
        await sign({ versionIds: due.map(({ versionId }) => versionId), name: typed.name, guardian })
      } catch (error) {
        // Asked again, the list has the text of now.
        if (hasCode(error, 'agreementChanged')) void refreshDomains('agreements')
        throw error
      }
    },
    explain: (error) => {
      const { guardian } = fieldErrors(error)
      return guardian === undefined ? null : { fields: { guardianEmail: guardian } }
    },
    onDone: () => {
      notify.done({ text: t('signed') })
      onSigned?.()
    },
  })
  return (
    <Form {...formProps}>
      <Stack gap="md">
        <Checkbox
          {...field('isMinor', 'checkbox')}
          label={t('isMinor')}
          disabled={isMinor}
          description={isMinor ? t('isMinorHint') : undefined}
        />
        {values.isMinor ? (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('guardianHint')}
            </Text>
            <TextInput {...field('guardianName')} label={t('guardianName')} autoComplete="off" maxLength={100} />
            <TextInput {...field('guardianEmail')} label={t('guardianEmail')} type="email" autoComplete="off" />
          </Stack>
        ) : null}
        <TextInput
          {...field('name')}
          label={t('name')}
          description={t('nameHint', { name: fullName })}
          autoComplete="name"
          maxLength={100}
        />
        <Text size="sm" c="dimmed">
          {t('agree')}
        </Text>
        <FormError>{failure}</FormError>
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('sign')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
