from django.db import models


class OutgoingMail(models.Model):
    """A mail that waits. It is written with the act that causes it, so neither is ever without the other."""

    recipients = models.JSONField()
    subject = models.CharField(max_length=250)
    text = models.TextField()
    sender = models.CharField(max_length=250)
    written_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["not_before"], condition=models.Q(sent_at=None, given_up_at=None), name="mail_that_waits"),
        ]


class Heartbeat(models.Model):
    """When a background process was last seen at work."""

    name = models.CharField(max_length=30, primary_key=True)
    seen_at = models.DateTimeField()
