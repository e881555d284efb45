from django.urls import path

from reports import views

urlpatterns = [path("documents/<slug:name>.<slug:language>.pdf", views.document, name="document")]
